package loop

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/loop"
)

// trackFlag says which track a command works on.
type trackFlag struct {
	Track string `help:"The track: its id, its directory or its metadata.json (default: the one of the current directory, or the only one)." placeholder:"ID|PATH"`
	pick.ConfigFlags
}

// track is the track to work on, whose metadata is there.
func (f *trackFlag) track(command string) (workspace.Target, error) {
	t, err := f.find(command)
	if err != nil {
		return t, err
	}
	if info, err := os.Stat(t.File(t.Main)); err != nil {
		return t, app.WithDisplayPath(&t, err)
	} else if info.IsDir() {
		return t, fmt.Errorf("%s is a directory, want the metadata of a track", t.Shown(t.Main))
	} else if !info.Mode().IsRegular() { // a pipe would be waited for
		return t, fmt.Errorf("%s is a special file (%s), want the metadata of a track", t.Shown(t.Main), info.Mode().Type())
	}
	return t, nil
}

func (f *trackFlag) find(command string) (workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return workspace.Target{}, err
	}
	if f.Track == "" {
		if t, ok := f.PlainFinder().Within(cwd); ok && t.Protocol == loop.Name {
			return t, nil
		}
		return f.only(cwd, command)
	}
	if pick.IsID(f.Track) {
		found, err := f.Finder().ByID(cwd, f.Track)
		if found = tracksOf(found); len(found) > 0 {
			return singleTrack(found, command)
		}
		return workspace.Target{}, errors.Join(err, f.noTrack(cwd))
	}
	return f.at(command)
}

// at returns the track that the path of --track means: its directory, a file in that, or a
// directory with one track below it.
func (f *trackFlag) at(command string) (workspace.Target, error) {
	finder, name := f.PlainFinder(), f.Track
	info, err := os.Stat(name)
	if err != nil {
		return workspace.Target{}, err
	}
	dir := name
	if !info.IsDir() {
		dir = filepath.Dir(name)
	}
	file := filepath.Join(dir, loop.MetadataFile)
	if t, ok, err := finder.Unsaved(file); err != nil || ok && t.Protocol == loop.Name {
		return t, err
	}
	switch {
	case !info.IsDir():
		return finder.As(name, loop.Name)
	case app.Exists(file):
		return finder.As(file, loop.Name)
	}
	found, err := finder.Named(name)
	if found = tracksOf(found); len(found) > 0 {
		return singleTrack(found, command)
	}
	return workspace.Target{}, errors.Join(err, noTracks(name))
}

// only is the only track of the repository that dir lies in: of what is nearest to dir
// or, where that is without tracks, such as an epic, of all of it.
func (f *trackFlag) only(dir, command string) (workspace.Target, error) {
	finder := f.PlainFinder()
	found, err := finder.Here(dir)
	if repo := workspace.Repository(dir); len(tracksOf(found)) == 0 && repo != "" && repo != finder.Start(dir) {
		all, err2 := finder.Here(repo)
		found, err, dir = all, errors.Join(err, err2), repo
	}
	if found = tracksOf(found); len(found) == 0 {
		return workspace.Target{}, errors.Join(err, noTracks("this repository"))
	}
	found, err = f.DropIgnored(found, finder.Start(dir), "this repository", pick.Of(loop.Name))
	if err != nil {
		return workspace.Target{}, err
	}
	return singleTrack(found, command)
}

func noTracks(where string) error {
	return app.Hinted(fmt.Errorf("no track found in %s", where), pick.SearchedFiles(&loop.Protocol), loop.Protocol.Create)
}

func tracksOf(all []workspace.Target) []workspace.Target {
	var tracks []workspace.Target
	for _, t := range all {
		if t.Protocol == loop.Name {
			tracks = append(tracks, t)
		}
	}
	return tracks
}

// singleTrack is the only one of found, or asks for one.
func singleTrack(found []workspace.Target, command string) (workspace.Target, error) {
	if len(found) == 1 {
		return found[0], nil
	}
	lines := []string{"name one: mdck " + command + " --track ID|PATH"}
	for i := range found {
		lines = append(lines, found[i].ID()+"  "+found[i].Shown(found[i].Main))
	}
	return workspace.Target{}, app.Hinted(fmt.Errorf("%d tracks found, want one", len(found)), lines...)
}

// noTrack says that no track has the id of --track, and which there are.
func (f *trackFlag) noTrack(dir string) error {
	err := fmt.Errorf("no track %q found", f.Track)
	var ids []string
	all, _ := f.PlainFinder().Here(dir) // what cannot be read has no id
	for _, t := range tracksOf(all) {
		ids = append(ids, t.ID())
	}
	if len(ids) == 0 {
		return app.Hinted(err, pick.SearchedFiles(&loop.Protocol))
	}
	if near := app.NearestName(f.Track, ids); near != "" {
		return app.Hinted(err, "did you mean: --track "+app.Quote(near))
	}
	return app.Hinted(err, "there is "+strings.Join(ids, ", "))
}

// displayTrack is the metadata of t as the user is shown it.
func displayTrack(t *workspace.Target) string { return report.Name(t.Shown(t.Main)) }
