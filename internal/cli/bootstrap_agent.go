package cli

import (
	"fmt"
	"path"
	"time"

	"mdck/internal/gitrepo"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/agents"
)

// pick makes t the checkpoint of one agent: that which --agent names, else the file
// that was named, else the only agent of the epic.
func (c *bootstrapCommand) pick(t *workspace.Target) error {
	if t.Protocol != workspace.Agents {
		if c.Agent != "" {
			return fmt.Errorf("--agent names an agent of an epic, and %s is of %s", t.Shown(t.Main), t.Protocol)
		}
		return nil
	}
	folder, err := agents.ReadFolder(tree.Dir(t.Root), t.Main)
	if err != nil {
		return asShown(t, err)
	}
	named := ""
	if t.Path != t.Main {
		named = path.Base(t.Path)
	}
	all := agentsOf(folder)
	switch {
	case c.Agent == "" && named != "":
		return nil
	case c.Agent == "" && len(all) == 1:
		t.Path = path.Join(t.Main, all[0].base)
		return nil
	case c.Agent == "":
		return several(t, all)
	}
	base := baseOf(folder, c.Agent)
	switch {
	case base == "":
		return hinted(fmt.Errorf("%s: no agent %q", report.Name(t.Shown(t.Main)), c.Agent), choices(t, all)...)
	case named != "" && base != named:
		return fmt.Errorf("--agent %s has the checkpoint %s, and %s is named: not both", c.Agent, base, named)
	}
	t.Path = path.Join(t.Main, base)
	return nil
}

// An agentFile is the checkpoint of an agent that is in use.
type agentFile struct {
	id, base string
	is       string // what it says of itself, for people
}

// agentsOf are the agents of a folder: of several files of one that which is in use,
// and those that cannot be read.
func agentsOf(f *agents.Folder) []agentFile {
	var all []agentFile
	for _, c := range f.Agents {
		if f.Find(c.Agent()) == c {
			all = append(all, agentFile{c.Shown(), c.Base(), joinKnown(", ", c.Stage(), c.Status(), c.Feature())})
		}
	}
	for _, fault := range f.Faults {
		all = append(all, agentFile{agents.IDOf(agentIn(fault.Name)), fault.Name, "cannot be read"})
	}
	return all
}

// agentIn is the folded id of the agent whose checkpoint has that name.
func agentIn(base string) string { return agents.FoldID(base[:len(base)-len(path.Ext(base))]) }

// agentArgs are the words by which commands about agents name the one whose checkpoint
// in t is called base, from the current directory.
func agentArgs(t *workspace.Target, base string) string {
	args := quote(agents.IDOf(agentIn(base)))
	if epic := t.Shown("."); epic != "." {
		args += " --epic " + quote(epic)
	}
	return args
}

// baseOf is the file of the agent with that id, or of that name; "" if there is none.
func baseOf(f *agents.Folder, id string) string {
	if c := f.Find(id); c != nil {
		return c.Base()
	}
	for _, fault := range f.Faults {
		if fault.Name == id || agentIn(fault.Name) == agents.FoldID(id) {
			return fault.Name
		}
	}
	return ""
}

// several says that an agent has to be named, and which there are.
func several(t *workspace.Target, all []agentFile) error {
	if len(all) == 0 {
		return hinted(fmt.Errorf("%s: %w", report.Name(t.Shown(t.Main)), errNothing), "mdck agents create makes the checkpoint of an agent")
	}
	return hinted(fmt.Errorf("%d agents found in %s, want one", len(all), report.Name(t.Shown(t.Main))),
		append([]string{"name one: mdck bootstrap --agent ID, or its file"}, choices(t, all)...)...)
}

// choices are a line for each agent.
func choices(t *workspace.Target, all []agentFile) []string {
	var lines []string
	for _, a := range all {
		lines = append(lines, joinKnown("  ", a.id, a.is, t.Shown(path.Join(t.Main, a.base))))
	}
	return lines
}

// joinKnown joins the texts that are not empty.
func joinKnown(separator string, texts ...string) string {
	text := ""
	for _, s := range texts {
		switch {
		case s == "":
		case text == "":
			text = s
		default:
			text += separator + s
		}
	}
	return text
}

// committedSince asks the repository of t which files a commit changed after a time; nil
// where there is none to ask.
func committedSince(t *workspace.Target, repo *gitrepo.Repo) func(time.Time, []string) []string {
	if repo == nil {
		return nil
	}
	return func(after time.Time, names []string) []string {
		paths := map[string]string{} // names by path in the repository
		var asked []string
		for _, name := range names {
			if rel, ok := repo.Rel(t.File(name)); ok {
				paths[rel] = name
				asked = append(asked, rel)
			}
		}
		changed, _ := repo.Committed(after, asked...) // what git does not tell is not known
		var found []string
		for _, rel := range changed {
			if name, ok := paths[rel]; ok {
				found = append(found, name)
			}
		}
		return found
	}
}
