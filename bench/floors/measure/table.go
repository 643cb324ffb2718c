package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

func wall(s sample) time.Duration { return s.wall }
func cpu(s sample) time.Duration  { return s.cpu }
func memory(s sample) int64       { return s.memory }
func faults(s sample) int64       { return s.faults }

func writeTable(out *strings.Builder, g group, rows []row) {
	fmt.Fprintf(out, "\n### %s\n\n", g.title)
	out.WriteString("| command | wall ms, median [least, most] | CPU ms | peak MB | page faults | wall / rumdl | CPU / rumdl | wall / Go hello world |\n|---|---|---|---|---|---|---|---|\n")
	var notes strings.Builder
	for _, r := range rows {
		if r.note != "" {
			fmt.Fprintf(&notes, "- %s: %s\n", r.name, r.note)
		}
		if r.missing != "" {
			fmt.Fprintf(out, "| %s | %s | | | | | | |\n", r.name, r.missing)
			continue
		}
		times := sorted(r.samples, wall)
		fmt.Fprintf(out, "| %s | %s [%s, %s] | %s | %.1f | %d | %s | %s | %s |\n", r.name,
			ms(median(r.samples, wall)), ms(times[0]), ms(times[len(times)-1]), ms(median(r.samples, cpu)), float64(median(r.samples, memory))*1024/1e6, sorted(r.samples, faults)[0],
			ratio(r, rows, uncached, wall), ratio(r, rows, uncached, cpu), ratio(r, rows, hello, wall))
	}
	fmt.Fprintf(out, "\n%s", notes.String())
}

func ms(d time.Duration) string {
	switch n := float64(d) / 1e6; {
	case n < 20:
		return fmt.Sprintf("%.2f", n)
	case n < 200:
		return fmt.Sprintf("%.1f", n)
	default:
		return fmt.Sprintf("%.0f", n)
	}
}

// ratio formats the ratio of the medians of r and of the row called name.
func ratio(r row, rows []row, name string, of func(sample) time.Duration) string {
	for _, base := range rows {
		if base.name == name && len(base.samples) > 0 {
			return fmt.Sprintf("%.2f", float64(median(r.samples, of))/float64(median(base.samples, of)))
		}
	}
	return ""
}

// places are the directories to which the words of commands refer.
type places struct{ bin, npm, conf, corpus, tmp string }

func (p places) fill(word string) string {
	return strings.NewReplacer("{bin}", p.bin, "{npm}", p.npm, "{conf}", p.conf, "{tmp}", p.tmp, "{platform}", platform()).Replace(word)
}

// platform returns the name of this platform in npm packages.
func platform() string {
	arch, system := runtime.GOARCH, runtime.GOOS
	if arch == "amd64" {
		arch = "x64"
	}
	return system + "-" + arch
}

const (
	begin = "<!-- measured: made by bench/run --write; edits are lost -->"
	end   = "<!-- /measured -->"
)

func insert(name, text string) error {
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, rest, ok := bytes.Cut(old, []byte(begin))
	_, after, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		return errors.New(name + " lacks the markers " + begin + " and " + end)
	}
	return os.WriteFile(name, []byte(string(before)+begin+"\n"+text+"\n"+end+string(after)), 0o666)
}
