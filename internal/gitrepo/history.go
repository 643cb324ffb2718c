package gitrepo

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Revision is a commit that changed one file.
type Revision struct {
	Commit  string // full id
	Time    time.Time
	Subject string // first line of the message, verbatim
	Path    string // in the commit
	From    string // path before a rename in this commit, or ""
	Mode    fs.FileMode
	Blob    string // id of the contents; "" if Gone or Other
	Gone    bool   // the commit deleted the file
	Other   bool   // the path is a submodule
	copied  bool
}

// ErrPartial means that a partial clone lacks objects.
var ErrPartial = errors.New("a partial clone")

// ErrDamaged means that a repository lacks an object.
var ErrDamaged = errors.New("missing from the repository or damaged; run git fsck")

// History returns the commits that changed the file at path, newest first, up to most; 0 means all.
// It follows the first parent and renames, not copies. In a partial clone, the revisions may be
// incomplete, and the error is [ErrPartial].
func (r *Repo) History(path string, most int) ([]Revision, error) {
	if _, err := r.objects.commit("HEAD"); errors.Is(err, ErrNoCommit) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	found, err := r.revisions(path, most, "--follow")
	if !unfetched(err) {
		return found, err
	}
	found, err = r.revisions(path, most) // --follow needs the missing contents
	if err == nil || unfetched(err) {
		err = ErrPartial
	}
	return found, err
}

func (r *Repo) revisions(path string, most int, more ...string) ([]Revision, error) {
	for asked := most; ; asked *= 4 {
		out, err := r.log(path, asked, more)
		if err != nil {
			return nil, err
		}
		found, seen, err := parseHistory(path, records(out))
		if err != nil || most == 0 || len(found) >= most || seen < asked {
			if most > 0 {
				found = found[:min(len(found), most)]
			}
			return found, err
		}
	}
}

func (r *Repo) log(path string, most int, more []string) (string, error) {
	args := append([]string{"--literal-pathspecs", "log"}, more...)
	args = append(args, "--root", "-m", "--first-parent",
		"--raw", "-z", "--no-abbrev", "--no-color", "--no-ext-diff", "--no-textconv", "--no-show-signature", "--no-notes",
		"--encoding=UTF-8", "--format=tformat:%H%x00%ct%x00%s")
	if most > 0 {
		args = append(args, "--max-count="+strconv.Itoa(most))
	}
	return r.git.output(append(args, "--", path)...)
}

// parseHistory parses the output of git log for path. seen is the number of commits.
func parseHistory(path string, all []string) (found []Revision, seen int, err error) {
	for len(all) > 0 {
		if len(all) < 3 {
			return nil, seen, fmt.Errorf("git log: expected an id, a time and a subject, found %q", all)
		}
		seconds, err := strconv.ParseInt(all[1], 10, 64)
		if err != nil {
			return nil, seen, fmt.Errorf("git log: expected a time in seconds, found %q", all[1])
		}
		changes, rest, err := parseChanges(all[3:])
		if err != nil {
			return nil, seen, err
		}
		i := slices.IndexFunc(changes, func(v Revision) bool { return v.Path == path })
		if i >= 0 {
			v := changes[i]
			v.Commit, v.Time, v.Subject = all[0], time.Unix(seconds, 0).UTC(), all[2]
			found, path = append(found, v), cmp.Or(v.From, path)
		}
		all, seen = rest, seen+1
		if i >= 0 && changes[i].copied {
			break // earlier commits are about another file
		}
	}
	return found, seen, nil
}

// parseChanges parses the changes at the start of the records: ":MODE MODE ID ID STATUS" and one or
// two paths.
func parseChanges(all []string) (changes []Revision, rest []string, err error) {
	for len(all) > 0 && strings.HasPrefix(strings.TrimPrefix(all[0], "\n"), ":") {
		fields := strings.Fields(strings.TrimLeft(all[0], "\n:"))
		if len(fields) != 5 || len(all) < 2 {
			return nil, nil, fmt.Errorf("git log: expected two modes, two ids, a status and a path, found %q", all[0])
		}
		v := Revision{Path: all[1], Gone: fields[4][0] == 'D', copied: fields[4][0] == 'C'}
		if perm, isFile := fileMode(fields[1]); !isFile {
			v.Other = !v.Gone
		} else if !v.Gone {
			v.Mode, v.Blob = perm, fields[3]
		}
		all = all[2:]
		if renamed := fields[4][0] == 'R'; renamed || v.copied {
			if len(all) == 0 {
				return nil, nil, fmt.Errorf("git log: expected two paths, found %q", v.Path)
			}
			if renamed {
				v.From = v.Path
			}
			v.Path, all = all[0], all[1:]
		}
		changes = append(changes, v)
	}
	return changes, all, nil
}

// unfetched reports whether err means that a partial clone lacks an object.
func unfetched(err error) bool {
	e, ok := errors.AsType[*commandError](err)
	return ok && e.says("could not fetch", "lazy fetching disabled", "from promisor remote")
}

// Contents returns the contents of the blob id and its size in bytes; above most bytes only the
// size. For a missing blob, the error is [ErrPartial] or [ErrDamaged].
func (r *Repo) Contents(id string, most int64) (text string, size int64, err error) {
	raw, size, err := r.objects.read(id, most)
	return string(raw), size, err
}

func (g git) partial() bool {
	_, err := g.output("config", "--get-regexp", `^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$`)
	return err == nil
}
