package agents

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/protocol"
)

type epicFlag struct {
	Epic string `help:"Directory of the epic (default: the nearest directory with agent_checkpoints, from the current directory upwards)." placeholder:"DIR"`
}

type epic struct {
	target workspace.Target
	asked  string // id of an agent or name of its checkpoint file, or ""
}

// of returns the epic of a command. If asked is a path, the path selects the epic.
func (f *epicFlag) of(std app.Streams, asked string) (*epic, error) {
	root, err := f.root(std)
	if dir, name := filepath.Split(asked); dir != "" {
		abs, failed := filepath.Abs(dir)
		parent := filepath.Dir(abs)
		switch {
		case failed != nil:
			return nil, failed
		case filepath.Base(abs) != agents.CheckpointDir:
			return nil, app.Errorf("name an agent by its id, such as Secondary-A, or by the path of its checkpoint", "%s is not in a directory %s", report.Name(asked), agents.CheckpointDir)
		case f.Epic != "" && err == nil && root != parent:
			return nil, fmt.Errorf("%s is outside of --epic %s", report.Name(asked), report.Name(f.Epic))
		case f.Epic == "":
			root, err = parent, nil
		}
		asked = name
	}
	if err != nil {
		return nil, err
	}
	return epicAt(workspace.Finder{Table: std.Table}, root, asked), nil
}

func (f *epicFlag) open(std app.Streams, asked string) (*epic, error) {
	e, err := f.of(std, asked)
	if err == nil {
		err = pick.RecoverWrite(&e.target, std.Err)
	}
	return e, err
}

func epicAt(finder workspace.Finder, root, asked string) *epic {
	t := finder.Target(protocol.Target{Protocol: agents.Name, Root: root, Main: agents.CheckpointDir, Path: agents.CheckpointDir})
	return &epic{target: t, asked: asked}
}

func (e *epic) tree() fs.FS { return tree.Dir(e.target.Root) }

func (f *epicFlag) root(std app.Streams) (string, error) {
	if f.Epic == "" {
		cwd, err := os.Getwd()
		if err != nil {
			return "", err
		}
		isEpic := func(dir string) bool { return app.IsDir(filepath.Join(dir, agents.CheckpointDir)) }
		if root, ok := workspace.Enclosing(cwd, isEpic); ok {
			return root, nil
		}
		return "", app.WithHints(fmt.Errorf("no %s in this directory or above it", agents.CheckpointDir), epicHints(workspace.Finder{Table: std.Table}, cwd)...)
	}
	root, err := filepath.Abs(f.Epic)
	if err != nil {
		return "", err
	}
	switch {
	case !app.Exists(root):
		return "", app.Errorf("to create the directory for a new epic: mkdir -p "+app.Quote(f.Epic), "--epic %s: no such directory", report.Name(f.Epic))
	case !app.IsDir(root):
		return "", fmt.Errorf("--epic %s is a file, not a directory", report.Name(f.Epic))
	case filepath.Base(root) == agents.CheckpointDir:
		return filepath.Dir(root), nil
	}
	return root, nil
}

// limits of a hint about epics
const maxEpics, maxFiles = 5, 2000

func epicHints(finder workspace.Finder, cwd string) []string {
	found, _ := finder.Near(cwd, maxFiles)
	var hints []string
	for i := range found {
		if t := &found[i]; t.Protocol == agents.Name && len(hints) < maxEpics {
			hints = append(hints, "did you mean --epic "+app.Quote(app.DisplayPath(t.Root))+"?")
		}
	}
	if len(hints) == 0 {
		hints = []string{"to create the first checkpoint of an epic: mdck agents create AGENT --epic DIR"}
	}
	return hints
}

func (e *epic) name() (string, error) {
	name, err := agents.FindName(e.tree(), e.asked)
	if err != nil {
		return "", e.explain(err, "")
	}
	return name, nil
}

func (e *epic) shown(name string) string { return report.Name(e.target.DisplayPath(name)) }

// at returns the target for a checkpoint; "" means the whole epic.
func (e *epic) at(name string) workspace.Target {
	t := e.target
	if name != "" {
		t.Path = agents.CheckpointDir + "/" + name
	}
	return t
}

func (e *epic) explain(err error, name string) error {
	return (&write.Writer{Target: e.at(name)}).Explain(err)
}
