package cli

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mdck/internal/config"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/tokens"
)

// configKeys are the keys of the configuration, or the values of the one that was
// typed.
func configKeys(typed string) []candidate {
	var all []candidate
	key, _, value := strings.Cut(typed, "=")
	for _, k := range config.Keys() {
		if !value {
			all = append(all, candidate{k.Name + "=", k.Doc})
		} else if k.Name == key {
			for _, v := range k.Values {
				all = append(all, candidate{key + "=" + v, ""})
			}
		}
	}
	return all
}

// trackIDs are the ids of the tracks here, with their files.
func trackIDs(typed string) []candidate {
	return slices.DeleteFunc(checkpointIDs(typed), func(c candidate) bool { return path.Base(c.about) != loop.MetadataFile })
}

// stepNames are the steps of the loop.
func stepNames(string) []candidate {
	var all []candidate
	for _, s := range loop.Steps {
		all = append(all, candidate{s.Name, s.Agent})
	}
	return all
}

func modelNames(string) []candidate {
	var all []candidate
	for _, g := range tokens.Generations() {
		all = append(all, candidate{g.Name, g.Models})
	}
	return all
}

// walkTime is how long checkpoints are looked for: who presses TAB waits for no
// large tree.
const walkTime = 10 * time.Millisecond

// checkpointIDs are the ids of the checkpoints here, with their files.
func checkpointIDs(string) []candidate {
	return inTime(func() []candidate {
		var all []candidate
		for _, t := range workspace.ByFolder(targetsHere()) {
			all = append(all, candidate{t.ID(), t.Shown(t.Main)})
		}
		return all
	})
}

// inTime are the candidates that are found in [walkTime].
func inTime(find func() []candidate) []candidate {
	found := make(chan []candidate, 1)
	go func() {
		defer func() { _ = recover() }()
		found <- find()
	}()
	select {
	case all := <-found:
		return all
	case <-time.After(walkTime):
	}
	return nil
}

// targetsHere are the checkpoints that an id may name, within a workspace its
// neighbours too.
func targetsHere() []workspace.Target {
	cwd, err := os.Getwd()
	if err != nil {
		return nil
	}
	start := workspace.Start(cwd)
	if _, ok := workspace.Detect(filepath.Join(start, ohrfc.CheckpointFile)); ok {
		start = filepath.Dir(start)
	}
	all, _ := workspace.Below(start)
	return all
}
