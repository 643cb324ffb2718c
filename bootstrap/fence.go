package bootstrap

import (
	"fmt"
	"strings"

	"mdck/internal/spelling"
)

type fitted struct {
	text  string
	texts int // number of the part's texts in text
}

func fit(part Part, from string, room int) fitted {
	head := fmt.Sprintf("\n%s, from %s:\n", part.Title, from)
	var lines []string
	size, fence := len(head), "```"
	for _, t := range part.Texts {
		line := part.line(t) + "\n"
		longer := spelling.Fence(fence, line)
		if size+len(line)+2*len(longer+"\n") > room {
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
	fence += "\n"
	return fitted{head + fence + strings.Join(lines, "") + fence, len(lines)}
}
