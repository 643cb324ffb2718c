package cli

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

// dueItems returns what is due of t with command lines that work here. It is never nil.
func dueItems(t *workspace.Target, all []protocol.Due) []bootstrap.Due {
	items := []bootstrap.Due{}
	for _, d := range all {
		items = append(items, bootstrap.Due{Path: t.Shown(d.Path), Problem: report.OneLine(d.Problem), Command: d.CommandLine(targetWord(t), quote), Person: d.Person})
	}
	return items
}

// due returns what the protocol of t demands now, as the files on disk are.
func (s *settings) due(t *workspace.Target) []protocol.Due {
	return dueOf(t, s.input(tree.Dir(t.Root), t))
}

// dueOf returns what the protocol of t demands now, as the files of in are.
func dueOf(t *workspace.Target, in lint.Input) []protocol.Due {
	switch {
	case t.Row().Due == nil:
		return nil
	case t.Folder != "":
		return t.Due(in, nil)
	}
	return t.Due(in, in.Checker.Read(in))
}

// targetWord returns the words by which a command names t: its id if that leads to it from
// here, else a path.
func targetWord(t *workspace.Target) string {
	if args := t.Row().Args; args != nil {
		return args(t.Target, t.Shown("."), quote)
	}
	shown := t.Shown(t.Main)
	if t.Row().At != nil && t.Shown(".") != "." || path.IsAbs(shown) || strings.HasPrefix(shown, "../") || !isID(t.ID()) {
		return quote(shown)
	}
	return quote(t.ID())
}

// explainRefused returns err with the file that it is about and what provides what is missing,
// as hints, if the protocol does not allow a transition; ok is false for another error.
func explainRefused(t *workspace.Target, err error) (explained error, ok bool) {
	refused, ok := errors.AsType[*protocol.Refused](err)
	if !ok {
		return err, false
	}
	if refused.Path != "" {
		err = fmt.Errorf("%s: %w", t.Shown(refused.Path), err)
	}
	var hints []string
	due := dueItems(t, refused.Due)
	several := slices.ContainsFunc(due, func(d bootstrap.Due) bool { return d.Command != due[0].Command })
	for _, d := range due {
		line := d.Command
		if several || refused.Reason != "" {
			line = d.Problem + ": " + line // which of the problems it solves
		}
		hints = append(hints, line)
	}
	hints = slices.Compact(hints)
	hints = append(hints, refused.Open...)
	if !refused.Never {
		hints = append(hints, "--force does it all the same, and is recorded")
	}
	return hinted(refuse(fmt.Errorf("nothing was written: %w", err)), hints...), true
}
