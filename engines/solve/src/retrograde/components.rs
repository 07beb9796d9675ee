//! Strongly connected components (Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972).

/// The components of a graph, each after all that can be reached from it.
pub struct Components {
    /// The nodes, component after component, sorted in each.
    nodes: Vec<u32>,
    /// Where each component begins; one more at the end.
    begin: Vec<u32>,
    /// By node: its component.
    component: Vec<u32>,
}

impl Components {
    /// The components in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.begin.windows(2).map(|ends| &self.nodes[ends[0] as usize..ends[1] as usize])
    }

    /// The number of a node's component.
    pub fn of_node(&self, node: u32) -> u32 {
        self.component[node as usize]
    }
}

const NONE: u32 = u32::MAX;

/// The components of the graph of `len` nodes with these successors.
pub fn of<'a>(len: usize, successors: impl Fn(u32) -> &'a [u32]) -> Components {
    let mut found = Components { nodes: Vec::with_capacity(len), begin: vec![0], component: vec![NONE; len] };
    // By node: when it was visited first, and the earliest node on the stack that it leads to.
    let (mut visited, mut low, mut clock) = (vec![NONE; len], vec![NONE; len], 0);
    let mut stack: Vec<u32> = Vec::new();
    // The way from the first node: each with the number of its successors that are done.
    let mut path: Vec<(u32, u32)> = Vec::new();
    for root in 0..len as u32 {
        if visited[root as usize] != NONE {
            continue;
        }
        path.push((root, 0));
        while let Some(&mut (node, ref mut done)) = path.last_mut() {
            let at = node as usize;
            if *done == 0 && visited[at] == NONE {
                (visited[at], low[at]) = (clock, clock);
                clock += 1;
                stack.push(node);
            }
            if let Some(&next) = successors(node).get(*done as usize) {
                *done += 1;
                if visited[next as usize] == NONE {
                    path.push((next, 0));
                } else if found.component[next as usize] == NONE {
                    low[at] = low[at].min(visited[next as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                low[before as usize] = low[before as usize].min(low[at]);
            }
            if low[at] == visited[at] {
                let number = found.begin.len() as u32 - 1;
                let first = stack.iter().rposition(|&other| other == node).expect("the node is on the stack");
                let begin = found.nodes.len();
                found.nodes.extend(stack.drain(first..));
                found.nodes[begin..].sort_unstable();
                for &member in &found.nodes[begin..] {
                    found.component[member as usize] = number;
                }
                found.begin.push(found.nodes.len() as u32);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_components_and_come_after_what_they_lead_to() {
        let successors: [&[u32]; 7] = [&[1], &[2, 3], &[0], &[4], &[3, 5], &[], &[0, 5]];
        let components = of(7, |node| successors[node as usize]);
        let found: Vec<&[u32]> = components.iter().collect();
        assert_eq!(found, [&[5][..], &[3, 4], &[0, 1, 2], &[6]]);
        assert_eq!(components.of_node(4), 1);
    }
}
