torneo_entries_dice_second-dc3079cbe5e0451a.d: harness/entries/dice/second/src/lib.rs

torneo_entries_dice_second-dc3079cbe5e0451a: harness/entries/dice/second/src/lib.rs

harness/entries/dice/second/src/lib.rs:
