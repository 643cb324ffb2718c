package hook

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
)

// An Input is what mdck uses of an event. Missing fields are zero.
type Input struct {
	Cwd    string
	Source string   // why the session started, such as "resume"
	Files  []string // files that a tool wrote
	// First means that no hook has blocked the end of this turn yet.
	First bool
	// Late means that no event came in time.
	Late bool
}

const (
	maxInput = 16 << 20 // bytes of an event
	maxFiles = 20       // files to check for an event
)

type event struct {
	Cwd    string          `json:"cwd"`
	Source string          `json:"source"`
	Active json.RawMessage `json:"stop_hook_active"`
	Tool   struct {
		File    string          `json:"file_path"`
		Path    string          `json:"path"`
		Command json.RawMessage `json:"command"` // a string or a list of strings
	} `json:"tool_input"`
}

// ReadInput reads an event from r. It does not wait for the end of r, because some agents leave the
// pipe open. An invalid event gives an empty Input.
func ReadInput(r io.Reader) Input {
	b := bufio.NewReader(io.LimitReader(r, maxInput))
	if first, _ := b.Peek(1); string(first) == "\xef" { // a byte order mark
		_, _ = b.Discard(3)
	}
	var e event
	err := json.NewDecoder(b).Decode(&e)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !ok {
		return Input{}
	}
	files := slices.DeleteFunc(append([]string{e.Tool.File, e.Tool.Path}, e.commandFiles()...), func(file string) bool { return file == "" })
	return Input{Cwd: e.Cwd, Source: e.Source, Files: files[:min(len(files), maxFiles)], First: string(e.Active) == "false"}
}

func (e *event) commandFiles() []string {
	var patch string
	if json.Unmarshal(e.Tool.Command, &patch) == nil {
		return patched(patch)
	}
	var words []string
	_ = json.Unmarshal(e.Tool.Command, &words) // words stays empty on an error
	return patched(strings.Join(words, "\n"))
}

func patched(patch string) (files []string) {
	for _, m := range regexp.MustCompile(`(?m)^\s*\*\*\* (?:Add File|Update File|Move to): (.*)$`).FindAllStringSubmatch(patch, -1) {
		if name := strings.TrimSpace(m[1]); name != "" {
			files = append(files, name)
		}
	}
	return files
}
