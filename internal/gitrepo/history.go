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
	Commit  string    // full id
	Time    time.Time // when it was committed
	Subject string    // first line of the message, bytes as they are
	Path    string    // slash path of the file in the commit, relative to the root
	From    string    // path in the commit before it, if it was renamed; else ""
	Mode    fs.FileMode
	Blob    string // id of its contents; "" if Gone or Other
	Gone    bool   // the commit deleted it
	Other   bool   // it is a submodule
	copied  bool   // of another file
}

// ErrPartial means that a partial clone does not have the objects of the history of a file.
var ErrPartial = errors.New("a partial clone")

// ErrDamaged means that a repository has lost an object.
var ErrDamaged = errors.New("missing from the repository, or damaged: run git fsck")

// History returns the commits that changed the file at a slash path relative to the root,
// newest first, most at most, or all for 0. The file need not exist any more.
//
// It follows only the first parent of a commit, so that each revision changed the one after it
// in the list: of a merged branch it has what the merge brought. It follows renames; a copy of
// another file is the beginning of a file. Objects of "git replace" are not used. Before the
// first commit there are no revisions.
//
// In a partial clone without contents renames are not followed, and in one without trees there
// are no revisions; in both cases an [ErrPartial] is returned with the revisions.
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
	found, err = r.revisions(path, most) // without the contents that renames are told by
	if err == nil || unfetched(err) {
		err = ErrPartial
	}
	return found, err
}

// revisions reads more commits than most if some of them are not about the file.
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

// log returns the output of git log for the newest commits about a path, most at most, or all
// for 0.
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

// parseHistory reads the history of the file at a path: three records of each commit, and then
// those of its changes, one of which is about the file. The others are about files below the
// path while it was a directory. Seen is how many commits it read.
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
			break // what was before is the history of another file
		}
	}
	return found, seen, nil
}

// parseChanges reads the changes at the beginning of records: ":MODE MODE ID ID STATUS", and
// then the path, or the old and the new one.
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

// unfetched reports whether err is that a partial clone does not have an object.
func unfetched(err error) bool {
	e, ok := errors.AsType[*commandError](err)
	return ok && e.says("could not fetch", "lazy fetching disabled", "from promisor remote")
}

// Contents returns the contents of the blob id, and its size in bytes. A blob of more than most
// bytes has only a size. A missing blob is an [ErrPartial] in a partial clone, and an
// [ErrDamaged] in another repository.
func (r *Repo) Contents(id string, most int64) (text string, size int64, err error) {
	raw, size, err := r.objects.read(id, most)
	return string(raw), size, err
}

// partial reports whether the repository is a partial clone, whose remote has the missing
// objects.
func (g git) partial() bool {
	_, err := g.output("config", "--get-regexp", `^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$`)
	return err == nil
}
