package section

import (
	"os"
	"slices"

	"mdck/internal/cli/pick"
	"mdck/internal/workspace"
)

// formatTargets finds the files of formats that are meant: the one that is named or, where there is
// no RFC, all here whose format keeps only some of its sections. Ok is false where a
// checkpoint of an RFC is meant.
func (c *pruneCommand) formatTargets() (mine []workspace.Target, ok bool, err error) {
	describes, err := describes(&c.SettingFlags.ConfigFlags)
	switch {
	case err != nil:
		return nil, false, err
	case c.As != "":
		if _, err := c.FormatTargetAs(c.Target, c.As); err != nil {
			return nil, false, err
		}
		found, err := c.AsTargets([]string{c.Target}, c.As)
		return found, err == nil, err
	case !describes && c.Target == "":
		return nil, false, nil
	case c.Target == "":
		found, _ := c.FindHere("") // whatever is wrong is told by who looks for an RFC
		mine = formatsOf(found)
		return mine, len(mine) > 0 && len(mine) == len(others(found)), nil
	}
	found, _ := c.FindNamed(c.Target, pick.TargetOptions{IgnoreUnknown: true, AllowEmpty: true})
	if mine = formatsOf(found); len(found) == 0 && workspace.IsMarkdown(c.Target) && len(c.FormatsAt(c.Target)) > 0 {
		if _, err := os.Stat(c.Target); err != nil {
			return nil, false, c.MissingHint(err, c.Target, "")
		}
		return nil, false, c.Strange(c.Target)
	}
	return mine, len(mine) > 0 && len(mine) == len(found), nil
}

// others are those of found that prune could mean besides a session's copies.
func others(found []workspace.Target) []workspace.Target {
	return slices.DeleteFunc(slices.Clone(found), func(t workspace.Target) bool { return t.Row().Prune == nil })
}
