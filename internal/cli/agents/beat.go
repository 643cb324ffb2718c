package agents

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/write"
	"mdck/internal/gitrepo"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/internal/uuid"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/agents"
)

const (
	createHelp = `Creates the checkpoint of an agent, with all keys of the protocol and a session id. The next checkpoint is due in 15 minutes. The directory of --epic is created if it does not exist. The command refuses an agent that already has a checkpoint, under any file name. It also refuses an id that differs by one letter from the id of another agent; --force accepts such an id.

Examples:

    mdck agents create Secondary-A --feature feature_02_penalty
    mdck agents create Agent-Primary --feature feature_01_core --epic epics/KAI-7
    mdck agents create Secondary-B --feature feature_03_ui --done "received the package" --next "read the guide"`

	beatHelp = `Writes a heartbeat: the current time and the values of the flags go into the checkpoint. The command also updates the STATUS file of the feature, counts the unread messages, and adds missing keys. If the stage changes, it prints which keys still describe the previous stage.

If the checkpoint is missing or corrupt, mdck restores its newest readable backup. If the checkpoint was archived or has no backup, mdck creates it from --feature, --stage and --instructions. A corrupt checkpoint is moved to the archive.

mdck refuses these heartbeats, with exit status 1:

    without --status, if the agent is complete
    with --status COMPLETE, if there are next steps or blockers

--force writes anyway; its use is recorded.

Examples:

    mdck agents beat Secondary-A --step "write the criteria" --done "wrote section 5" --file feature_02/spec.md
    mdck agents beat Secondary-A --status BLOCKED --blocker "no answer about the rate"`
)

type beatFlags struct {
	agentFlags
	Step          string   `help:"The current step." placeholder:"TEXT"`
	Done          []string `sep:"none" help:"Add a completed step and remove it from the next steps; repeatable." placeholder:"STEP"`
	Next          []string `sep:"none" help:"A next step; repeatable. The new steps replace the old ones; \"none\" removes the old ones." placeholder:"STEP"`
	File          []string `sep:"none" help:"Add a modified file, relative to the epic; repeatable." placeholder:"FILE"`
	FilesFromGit  bool     `help:"Replace the list of modified files with the files changed since the last commit. --file adds more."`
	Blocker       []string `sep:"none" help:"Add a blocker; repeatable." placeholder:"TEXT"`
	ClearBlockers bool     `help:"Remove the earlier blockers."`
	Stage         string   `help:"The stage, such as S2.P1." placeholder:"STAGE"`
	Phase         string   `help:"The phase, such as Specification." placeholder:"TEXT"`
	Status        string   `help:"The status: IN_PROGRESS, WAITING, BLOCKED or COMPLETE." placeholder:"STATUS"`
	Instructions  string   `help:"The recovery instructions, for the session that continues the work." placeholder:"TEXT"`
	CanResume     bool     `help:"Allow a new session to resume the agent." xor:"can"`
	NoCanResume   bool     `name:"no-can-resume" help:"Do not allow a new session to resume the agent." xor:"can"`
	EpicUpdated   bool     `help:"Record the current time as the last update of EPIC_README.md."`
	Feature       string   `help:"Directory of the feature, for a new checkpoint." placeholder:"NAME"`
	Session       string   `help:"Session id, for a new checkpoint (default: a random UUID)." placeholder:"ID"`
	Force         bool     `help:"Write even if the state of the agent forbids it, or if a new id is almost the same as an existing id."`
}

func (f *beatFlags) beat() agents.Beat {
	b := agents.Beat{
		Step: f.Step, Done: f.Done, Next: f.Next, Files: f.File, MoreBlockers: f.Blocker, Stage: f.Stage, Phase: f.Phase,
		Status: f.Status, Instructions: f.Instructions, EpicUpdated: f.EpicUpdated,
	}
	if f.CanResume || f.NoCanResume {
		b.CanResume = &f.CanResume
	}
	if f.ClearBlockers {
		b.Blockers = []string{}
	}
	return b
}

func (f *beatFlags) feature() (string, error) {
	if f.Feature == "" {
		return "", nil
	}
	name := path.Clean(filepath.ToSlash(f.Feature))
	if !fs.ValidPath(name) || name == "." || !agents.IsFeature(name) {
		return "", fmt.Errorf("--feature is %q; expected the directory of a feature, such as feature_02", f.Feature)
	}
	for element := range strings.SplitSeq(name, "/") {
		if why := spelling.NameFault(element); why != "" {
			return "", fmt.Errorf("--feature is %q; expected a name %s", f.Feature, why)
		}
	}
	return name, nil
}

func sessionID(given string) string {
	if spelling.IsBlank(given) {
		return uuid.New()
	}
	return given
}

type createCommand struct{ beatFlags }

func (c *createCommand) makeEpic(std app.Streams) error {
	if c.Epic == "" || c.Diff {
		return nil
	}
	root, err := filepath.Abs(c.Epic)
	if err == nil {
		err = write.RefuseBare(root, c.Epic)
	}
	if err == nil {
		_, err = change.For(&epicAt(workspace.Finder{Table: std.Table}, root, "").target, write.Changing(std, "agents create", nil)).MakeDir()
	}
	return err
}

func (c *createCommand) Run(std app.Streams) error {
	if err := c.makeEpic(std); err != nil {
		return err
	}
	return c.write(std, "agents create", (*agents.Draft).Create)
}

type beatCommand struct{ beatFlags }

func (c *beatCommand) Run(std app.Streams) error {
	return c.write(std, "agents beat", (*agents.Draft).Beat)
}

func (f *beatFlags) write(std app.Streams, name string, edit func(*agents.Draft, string, agents.Beat, bool)) error {
	feature, err := f.feature()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	e, err := f.of(std, f.Agent)
	if err != nil {
		return err
	}
	b := f.beat()
	if f.FilesFromGit {
		if b.AllFiles, err = changedInEpic(e.target.Root); err != nil {
			return fmt.Errorf("--files-from-git: %w", err)
		}
	}
	b.ID, b.Session, b.Feature = agents.ParseID(e.asked), sessionID(f.Session), feature
	if err := b.Tidy(); err != nil {
		return err
	}
	return f.run(std, name, func(d *agents.Draft, file string) { edit(d, file, b, f.Force) }, nil)
}

// coordination lists the directories of an epic that are not the agents' work.
var coordination = [...]string{agents.CheckpointDir, agents.MessageDir, agents.LockDir, ".mdck"}

// changedInEpic returns the files that differ from the last commit, relative to the epic.
func changedInEpic(root string) ([]string, error) {
	repo, err := gitrepo.Open(context.Background(), root)
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	changed, err := repo.Changed()
	if err != nil {
		return nil, err
	}
	base, ok := repo.Rel(root)
	if !ok {
		return nil, fmt.Errorf("%s is outside of the repository", root)
	}
	files := []string{}
	for _, name := range app.ExistingFiles(tree.Dir(repo.Root()), changed) {
		if inside, ok := tree.Within(filepath.FromSlash(base), filepath.FromSlash(name)); ok {
			name = inside
		}
		if dir, _, below := strings.Cut(name, "/"); !below || !slices.Contains(coordination[:], dir) {
			files = append(files, name)
		}
	}
	return files, nil
}
