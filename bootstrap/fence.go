package bootstrap

import (
	"fmt"
	"strings"
)

type fitted struct {
	text  string
	texts int // how many texts of the part fit into text
}

func fit(part Part, from string, room int) fitted {
	head := fmt.Sprintf("\n%s, from %s:\n", part.Title, from)
	var lines []string
	size, fence := len(head), minFence
	for _, t := range part.Texts {
		line := part.line(t) + "\n"
		longer := max(fence, longestRun(line)+1)
		if size+len(line)+2*(longer+1) > room {
			if part.Lines {
				break
			}
			continue
		}
		lines = append(lines, line)
		size, fence = size+len(line), longer
	}
	if len(lines) == 0 {
		return fitted{}
	}
	ticks := strings.Repeat("`", fence) + "\n"
	return fitted{head + ticks + strings.Join(lines, "") + ticks, len(lines)}
}

const minFence = 3

func longestRun(text string) int {
	longest, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
