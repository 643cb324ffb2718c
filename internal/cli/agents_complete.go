package cli

import (
	"os"
	"path"

	"mdck/internal/agentdir"
	"mdck/internal/workspace"
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

// agentsBelow are the agents of all epics here, each id once, with its file.
func agentsBelow() []candidate {
	var all []candidate
	seen := map[string]bool{}
	for _, t := range targetsHere() {
		if t.Protocol != workspace.Agents {
			continue
		}
		for _, name := range t.Files() {
			if id := agents.IDOf(agentIn(path.Base(name))); !seen[id] {
				seen[id] = true
				all = append(all, candidate{id, t.Shown(name)})
			}
		}
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
