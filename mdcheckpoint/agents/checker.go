package agents

import (
	"errors"
	"path"
	"slices"

	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// Checker lets package lint read and check the checkpoints of an epic.
var Checker = lint.Checker{
	Name:  Name,
	Read:  readForLint,
	Rules: ruleTable,
}

func readForLint(in lint.Input) *lint.Checkpoint {
	c := lint.NewCheckpoint()
	folder, err := folderOf(in)
	c.Model, c.Claimants = folder, []string{in.Main}
	if err != nil {
		c.Faults[in.Main] = err
	}
	for _, a := range folder.Agents {
		name := a.Path()
		if a.Err != nil {
			c.Claimants = append(c.Claimants, name)
			addFault(c, in, name, a.Err)
			c.Find(schemaRule, c.SyntaxFindings(name)...)
			continue
		}
		c.Files[name] = a.Doc.File
		c.Claim(name, a.claimsBelow(in.Above))
		report(c, name, a.check())
	}
	for _, m := range readMailboxes(in) {
		c.Related[m.File.Name] = m.File
		report(c, m.File.Name, m.check())
	}
	return c
}

func report(c *lint.Checkpoint, name string, problems []problem) {
	for _, p := range problems {
		c.Find(p.Rule, lint.Finding{Path: name, Span: p.Span, Severity: p.Severity, Message: p.Message})
	}
}

// folderOf returns the checkpoints to lint: those in in.Main, or only in.Path.
func folderOf(in lint.Input) (folder *Folder, err error) {
	folder = &Folder{Dir: in.Main}
	inFolder := path.Base(in.Main) == CheckpointDir
	if in.Path == in.Main || inFolder {
		if read, fault := ReadFolder(in.Tree, in.Main); fault == nil {
			folder = read
		} else {
			err = fault
		}
	}
	base := path.Base(in.Path)
	isListed := slices.ContainsFunc(folder.Agents, func(c *Checkpoint) bool { return c.Base() == base })
	if in.Path != in.Main && !isListed && !(inFolder && KindOf(base).isAgent()) {
		folder, err = &Folder{Dir: path.Dir(in.Path)}, nil
		folder.read(in.Tree, base, Standard)
	}
	return folder, err
}

func addFault(c *lint.Checkpoint, in lint.Input, name string, err error) {
	if in.Path != in.Main && in.Path != name {
		return
	}
	c.Faults[name] = err
	if text, err := source.ReadRegular(in.Tree, name); err == nil || errors.Is(err, source.ErrTooLarge) {
		c.Files[name] = source.NewFile(name, text)
	}
}

func readMailboxes(in lint.Input) []*Messages {
	if in.Path != in.Main {
		return nil
	}
	dir := path.Join(path.Dir(in.Main), MessageDir)
	names, _ := readNames(in.Tree, dir) // the folder is optional
	var boxes []*Messages
	for _, name := range names {
		if !isMailbox(name) {
			continue
		}
		if box := readInbox(in.Tree, path.Join(dir, name)); box.err == nil {
			boxes = append(boxes, box.Messages)
		}
	}
	return boxes
}
