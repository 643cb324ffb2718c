// Package nearest finds the known names that a misspelled name may mean.
package nearest

import (
	"cmp"
	"fmt"
	"sort"
	"unicode/utf8"
)

// Of returns the elements of known that are similar to name, nearest first.
func Of(name string, known []string) []string {
	letters := utf8.RuneCountInString(name)
	distances := map[string]int{}
	var near []string
	for _, k := range known {
		n := utf8.RuneCountInString(k)
		most := max(2, min(letters, n)/3)
		if n-letters > most || letters-n > most {
			continue
		}
		if d := Distance(name, k); d <= most && d < n {
			distances[k] = d
			near = append(near, k)
		}
	}
	sort.SliceStable(near, func(i, j int) bool {
		return cmp.Or(distances[near[i]]-distances[near[j]], cmp.Compare(initials(name, near[j]), initials(name, near[i]))) < 0
	})
	return near
}

func initials(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Hint returns the end of a message about an unknown name, such as ` (did you mean "main"?)`, or
// "".
func Hint(name string, known []string) string {
	if near := Of(name, known); len(near) > 0 {
		return fmt.Sprintf(" (did you mean %q?)", near[0])
	}
	return ""
}

// Distance returns how many letters to insert, delete, replace or swap to turn a into b.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(y); j++ {
			change := last[j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			row[j] = min(last[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(y)]
}
