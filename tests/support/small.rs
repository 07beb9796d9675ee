//! Engines for tests that play whole games.

/// Engines with budgets small enough for whole games.
pub const SMALL: &[&str] = &[
    "random",
    "greedy",
    "flat-mc(sims=20, playout_plies=40)",
    "alpha-beta(nodes=200, hash=1)",
    "alpha-beta(depth=2, nodes=500, width=3, hash=1, multi=max-n)",
    "alpha-beta(depth=2, nodes=500, width=3, hash=0, multi=best-reply, evaluation=default)",
    "auto(sims=10, memory=1)",
    "mcts(sims=20, memory=1)",
    "mcts(sims=20, bounds=true, memory=1)",
    "mcts(sims=20, prior=0, proof_numbers=0.5, playout_plies=40)",
    "mcts(sims=20, rave=30, proof_numbers=0.2, proof_scale=rank, together=rm, memory=1)",
    "mcts(sims=20, prior=0, playout_plies=40)",
    "mcts(sims=20, prior=0, rave=30, grave=5, playout=mast, playout_plies=20, together=rm)",
    "mcts(sims=20, bias=1, rave=30, playout=lgr, playout_plies=20, together=exp3, expand=2, reuse=false)",
    "mcts(sims=20, prior=0, fpu=0.6, playout_plies=20, memory=1)",
    "mcts(sims=20, prior=0, playout=ngram, playout_plies=20, memory=1)",
    "blend(weak=greedy, strong=mcts(sims=20, memory=1), share=0.5)",
];
