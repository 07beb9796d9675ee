//! Solutions read back from the table: their size, a line, and whether a disproof holds whatever the way.

use torneo_contract::Playable;

use super::search::{Child, Keys, Kind, Node, Search};
use super::table::Numbers;
use crate::solver::Unsolved;

/// Plies after which a line is cut.
const LONGEST_LINE: usize = 10_000;

/// Walks through a solution: at one side's turns one child that has the solution's result, at the other's all
/// children. The number of positions; none if some position has the other result.
///
/// After a disproof the positions walked are a trap: the attacker cannot leave them, and none of them is a win for
/// it. So the disproof holds although the search took a return to a position on the way for a failure, which alone
/// it could not build on (Kishimoto and Müller, "A General Solution to the Graph History Interaction Problem", 2004).
///
/// # Errors
/// As [`Search::solve`], which is called for positions that the table has lost.
pub fn walk<G: Playable>(
    search: &mut Search<'_, G>,
    root: &G::Position,
    result: Numbers,
) -> Result<Option<u64>, Unsolved> {
    let mut seen = Keys::default();
    seen.insert(search.key(root));
    let mut open = vec![root.clone()];
    while let Some(position) = open.pop() {
        let kind = search.kind(&position)?;
        let node = search.expand(&position, search.mover(kind))?;
        let one = (kind == Kind::Attack) == (result == Numbers::PROVEN);
        let wanted = if one {
            match find(search, &node, result)? {
                Some(child) => vec![child],
                None => return Ok(None),
            }
        } else {
            for child in &node.children {
                if known(search, &node, child)? != result {
                    return Ok(None);
                }
            }
            node.children.clone()
        };
        for child in wanted {
            if child.fixed.is_none() && seen.insert(child.key) {
                open.push(after(search, &node, &child));
            }
        }
        search.give_back(node);
    }
    Ok(Some(seen.len() as u64))
}

fn after<G: Playable>(search: &Search<'_, G>, node: &Node<G>, child: &Child) -> G::Position {
    let mut position = node.position.clone();
    search.game.apply(&mut position, node.actions[child.action]);
    position
}

/// The result of a child, searched for again if the table has lost it.
fn known<G: Playable>(
    search: &mut Search<'_, G>,
    node: &Node<G>,
    child: &Child,
) -> Result<Numbers, Unsolved> {
    let numbers = search.numbers(child);
    if numbers.is_solved() {
        return Ok(numbers);
    }
    let position = after(search, node, child);
    let kind = search.kind(&position)?;
    search.solve(&position, kind)
}

/// The child with this result that took least work.
fn find<G: Playable>(
    search: &mut Search<'_, G>,
    node: &Node<G>,
    result: Numbers,
) -> Result<Option<Child>, Unsolved> {
    let has_result = |child: &&Child| search.numbers(child) == result;
    let work = |child: &&Child| if child.fixed.is_some() { 0 } else { search.table.work(child.key) };
    if let Some(child) = node.children.iter().filter(has_result).min_by_key(work) {
        return Ok(Some(*child));
    }
    for child in &node.children {
        if known(search, node, child)? == result {
            return Ok(Some(*child));
        }
    }
    Ok(None)
}

/// A line of a proof: the attacker plays what was proven with least work, the defender what took most.
///
/// # Errors
/// As [`Search::solve`].
pub fn line<G: Playable>(search: &mut Search<'_, G>, root: &G::Position) -> Result<Vec<G::Action>, Unsolved> {
    let (mut position, mut actions) = (root.clone(), Vec::new());
    while actions.len() < LONGEST_LINE {
        let kind = search.kind(&position)?;
        if matches!(kind, Kind::Won | Kind::Failed) {
            break;
        }
        let node = search.expand(&position, search.mover(kind))?;
        let child = match kind {
            Kind::Attack => find(search, &node, Numbers::PROVEN)?,
            _ => {
                let work = |child: &&Child| {
                    if child.fixed.is_some() { 0 } else { search.table.work(child.key) }
                };
                node.children.iter().max_by_key(work).copied()
            }
        };
        let Some(child) = child else { break };
        known(search, &node, &child)?;
        actions.push(node.actions[child.action]);
        position = after(search, &node, &child);
        search.give_back(node);
    }
    Ok(actions)
}
