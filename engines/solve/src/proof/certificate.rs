//! Solutions read back from the table: their size, a line, and whether a disproof holds whatever the way.

use torneo_contract::Turn;

use super::search::{Child, Keys, Kind, Node, Search};
use super::table::Numbers;
use crate::{Position, Positions, Unsolved};

/// Plies after which a line is cut.
const LONGEST_LINE: usize = 10_000;

/// Walks through a solution: at one side's turns one child that has the solution's result, at the other's all
/// children. Returns the number of positions, or none if some position has the other result.
///
/// After a disproof the positions walked are a trap: the attacker cannot leave them, and none of them is a win for
/// it. So the disproof holds. The search alone cannot prove that, since it counted a return to a position on the way
/// as a failure. See Kishimoto and Müller, "A General Solution to the Graph History Interaction Problem", 2004.
///
/// # Errors
/// As [`Search::solve`], which is called for positions that the table has lost.
pub fn walk(search: &mut Search<'_>, root: Position<'_>, result: Numbers) -> Result<Option<u64>, Unsolved> {
    let mut seen = Keys::default();
    let first = search.look(root)?;
    seen.insert(first.key);
    let mut open = Open { kinds: vec![first.kind], positions: search.expander.list() };
    open.positions.push(root);
    let mut position = search.expander.list();
    while let Some(kind) = open.pop(&mut *position) {
        let node = search.expand(position.at(0), kind)?;
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
                open.push(child.kind, node.position(&child));
            }
        }
        search.give_back(node);
    }
    Ok(Some(seen.len() as u64))
}

/// Positions that a walk has still to come to.
struct Open {
    kinds: Vec<Kind>,
    positions: Box<dyn Positions>,
}

impl Open {
    fn push(&mut self, kind: Kind, position: Position<'_>) {
        self.kinds.push(kind);
        self.positions.push(position);
    }

    /// Takes the last position out into `position`; its kind.
    fn pop(&mut self, position: &mut dyn Positions) -> Option<Kind> {
        let kind = self.kinds.pop()?;
        position.set(self.positions.at(self.kinds.len()));
        self.positions.truncate(self.kinds.len());
        Some(kind)
    }
}

/// The result of a child, searched for again if the table has lost it.
fn known(search: &mut Search<'_>, node: &Node, child: &Child) -> Result<Numbers, Unsolved> {
    let numbers = search.numbers(child);
    if numbers.is_solved() { Ok(numbers) } else { search.solve(node.position(child), child) }
}

/// The child with this result that took least work.
fn find(search: &mut Search<'_>, node: &Node, result: Numbers) -> Result<Option<Child>, Unsolved> {
    let has_result = |child: &&Child| search.numbers(child) == result;
    if let Some(child) = node.children.iter().filter(has_result).min_by_key(|child| search.work(child)) {
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
pub fn line(search: &mut Search<'_>, root: Position<'_>) -> Result<Vec<String>, Unsolved> {
    let (mut list, mut actions) = (search.expander.list(), Vec::new());
    list.push(root);
    while let (Turn::Seat(seat), true) = (search.expander.turn(list.at(0)), actions.len() < LONGEST_LINE) {
        let kind = if seat == search.attacker { Kind::Attack } else { Kind::Defence };
        let node = search.expand(list.at(0), kind)?;
        let child = match kind {
            Kind::Attack => find(search, &node, Numbers::PROVEN)?,
            _ => node.children.iter().max_by_key(|child| search.work(child)).copied(),
        };
        let Some(child) = child else { break };
        known(search, &node, &child)?;
        actions.push(search.expander.tokens(list.at(0), seat).swap_remove(child.action));
        list.set(node.position(&child));
        search.give_back(node);
    }
    Ok(actions)
}
