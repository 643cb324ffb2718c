package cli

import (
	"os"

	"mdck/internal/agentdir"
	"mdck/mdcheckpoint/agents"
)

// ofAgents are the values of a flag or argument of the commands below agents, or all
// if it is none of theirs.
func ofAgents(name string, all []candidate) []candidate {
	switch name {
	case "agent":
		return agentsHere()
	case "as":
		return nil // an id that nobody has yet
	case "status":
		return words(agents.Statuses...)("")
	}
	return all
}

// agentsHere are the agents of the epic that the current directory is of.
func agentsHere() []candidate {
	cwd, err := os.Getwd()
	if err != nil {
		return nil
	}
	root, ok := agentdir.Above(cwd)
	if !ok {
		return nil
	}
	folder, err := epicAt(root, "").Folder()
	if err != nil {
		return nil
	}
	var found []candidate
	for _, c := range folder.Agents {
		found = append(found, candidate{c.Shown(), c.Feature()})
	}
	return found
}
