package lint

// agentsRules are the rules about the checkpoints of parallel agents.
func agentsRules() []Rule { return nil }
