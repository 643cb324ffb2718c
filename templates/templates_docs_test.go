package templates

import "strings"

func QuestionBlocks() int { return strings.Count(questions, "\n\n") + 1 }
