package gitrepo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Revision is a commit that changed one file.
type Revision struct {
	Commit  string    // full id
	Time    time.Time // when it was committed
	Subject string    // first line of the message, bytes as they are
	Path    string    // slash path of the file in the commit, relative to the root
	From    string    // path in the commit before it, if it was renamed; else ""
	Mode    fs.FileMode
	Blob    string // id of its contents; "" if Gone or Other
	Gone    bool   // the commit deleted it
	Other   bool   // it is a submodule
}

// noReplace keeps git from taking one object for another that "git replace" has put in
// its place.
const noReplace = "GIT_NO_REPLACE_OBJECTS"

// History lists the commits that changed the file at a slash path relative to the
// root, newest first, most at most, or all for 0. The file need not be there any more.
//
// Only the first parent of a commit is followed, so that each revision is what became
// of the one after it in the list: of a merged branch it has what the merge brought.
// Renames are followed; a copy of another file is where a file begins. Replaced objects
// are taken for what they were. In a partial clone that lacks contents, renames are not
// followed. Before the first commit there are none.
func (r *Repo) History(path string, most int) ([]Revision, error) {
	if _, err := r.past.commit("HEAD"); errors.Is(err, ErrNoCommit) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	args := []string{
		"--literal-pathspecs", "log", "--follow", "--root", "-m", "--first-parent",
		"--raw", "-z", "--no-abbrev", "--no-color", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-notes",
		"--encoding=UTF-8", "--format=tformat:%H%x00%ct%x00%s",
	}
	if most > 0 {
		args = append(args, "--max-count="+strconv.Itoa(most))
	}
	g := r.git.with(noReplace, "1")
	out, err := g.output(append(args, "--", path)...)
	if unfetched(err) { // contents that renames are told by
		args = slices.DeleteFunc(args, func(arg string) bool { return arg == "--follow" })
		out, err = g.output(append(args, "--", path)...)
	}
	if err != nil {
		return nil, err
	}
	return parseHistory(records(out))
}

// parseHistory reads three records of each commit and then those of its change.
func parseHistory(all []string) ([]Revision, error) {
	var found []Revision
	for len(all) > 0 {
		if len(all) < 5 {
			return nil, fmt.Errorf("git log: want an id, a time, a subject and a change, found %q", all)
		}
		seconds, err := strconv.ParseInt(all[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("git log: want the seconds of a time, found %q", all[1])
		}
		v := Revision{Commit: all[0], Time: time.Unix(seconds, 0).UTC(), Subject: all[2]}
		used, copied, err := v.change(all[3:])
		if err != nil {
			return nil, err
		}
		found, all = append(found, v), all[3+used:]
		if copied {
			break // what was before is the history of another file
		}
	}
	return found, nil
}

// change reads ":MODE MODE ID ID STATUS" with the path, or both paths, behind it, and
// says how many records that took.
func (v *Revision) change(all []string) (used int, copied bool, err error) {
	fields := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(all[0], "\n"), ":"))
	if len(fields) != 5 {
		return 0, false, fmt.Errorf("git log: want two modes, two ids and a status, found %q", all[0])
	}
	mode, id, state := fields[1], fields[3], fields[4][:1]
	v.Path, used = all[1], 2
	if state == "R" || state == "C" {
		if len(all) < 3 {
			return 0, false, fmt.Errorf("git log: want two paths, found %q", all)
		}
		v.Path, used = all[2], 3
		if state == "R" {
			v.From = all[1]
		}
	}
	perm, isFile := fileMode(mode)
	switch {
	case state == "D":
		v.Gone = true
	case !isFile:
		v.Other = true
	default:
		v.Mode, v.Blob = perm, id
	}
	return used, state == "C", nil
}

// unfetched reports whether err says that a partial clone lacks an object.
func unfetched(err error) bool {
	e, ok := errors.AsType[*commandError](err)
	return ok && e.says("could not fetch", "lazy fetching disabled", "from promisor remote")
}

// Contents are those of the blob id, and its size in bytes. Of one that is larger
// than most bytes only the size is given. One that the repository, or a partial clone,
// does not have is an [io/fs.ErrNotExist].
func (r *Repo) Contents(id string, most int64) (text string, size int64, err error) {
	err = r.past.ask(id, func(h header, in io.Reader) error {
		if size = h.size; size > most {
			return discard(h, in)
		}
		raw := make([]byte, size)
		_, err := io.ReadFull(in, raw)
		text = string(raw)
		return err
	})
	if errors.Is(err, errMissing) || unfetched(err) {
		err = fmt.Errorf("object %s is missing from the repository: %w", id, fs.ErrNotExist)
	}
	return text, size, err
}

// Differs reports whether the file at a slash path relative to the root differs from
// what HEAD has there, as git sees it: not by the line endings that it converts.
func (r *Repo) Differs(path string) (bool, error) {
	_, err := r.git.output("--literal-pathspecs", "diff", "--quiet", "--no-ext-diff", "--no-textconv", "--no-renames", "HEAD", "--", path)
	if status(err) == 1 {
		return true, nil
	}
	return false, err
}
