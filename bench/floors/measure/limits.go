package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// tolerance is the factor by which a figure may exceed its limit.
const tolerance = 1.03

// withinLimits measures figures that do not depend on the speed of the machine, and compares them
// with file. A line of file is a name, a tab and a number.
func (b *bench) withinLimits(file string) error {
	committed, err := readLimits(file)
	if err != nil {
		return err
	}
	now, err := b.figures()
	if err != nil {
		return err
	}
	var all []error
	for _, f := range now {
		limit, ok := committed[f.name]
		fmt.Printf("%-40s %12.2f, committed %.2f\n", f.name, f.value, limit)
		if !ok {
			all = append(all, fmt.Errorf("%s lacks %q", file, f.name))
		} else if f.value > limit*tolerance {
			all = append(all, fmt.Errorf("%s is %.2f, more than 3 %% above the %.2f in %s: make it smaller, or raise that in a commit of its own with the reason", f.name, f.value, limit, file))
		}
	}
	return errors.Join(all...)
}

func readLimits(file string) (map[string]float64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	all := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		name, number, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		if all[name], err = strconv.ParseFloat(number, 64); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return all, nil
}

// A figure is a number that is nearly the same on every machine.
type figure struct {
	name  string
	value float64
}

func (b *bench) figures() ([]figure, error) {
	info, err := os.Stat(b.places.fill("{bin}/mdck"))
	if err != nil {
		return nil, err
	}
	allocations, err := b.initAllocations()
	if err != nil {
		return nil, err
	}
	rows := b.measure(group{"limits", "", 10, groups[0].commands})
	floor, version, lint := named(rows, library), named(rows, "mdck version"), named(rows, "mdck lint")
	if floor == nil || version == nil || lint == nil {
		return nil, errors.Join(append(b.errs, errors.New("not all was measured"))...)
	}
	return []figure{
		{"binary, bytes", float64(info.Size())},
		{"allocations before main", allocations},
		{"page faults of mdck version / libraries", pages.of(*version) / pages.of(*floor)},
		{"page faults of mdck lint / libraries", pages.of(*lint) / pages.of(*floor)},
	}, nil
}

var initLine = regexp.MustCompile(`(?m)^init .* (\d+) allocs$`)

func (b *bench) initAllocations() (float64, error) {
	cmd := exec.Command(b.places.fill("{bin}/mdck"), "version")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return 0, err
	}
	all := 0.0
	for _, m := range initLine.FindAllSubmatch(out, -1) {
		n, err := strconv.ParseFloat(string(m[1]), 64)
		if err != nil {
			return 0, err
		}
		all += n
	}
	return all, nil
}
