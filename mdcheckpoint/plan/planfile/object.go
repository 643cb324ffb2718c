package planfile

import (
	"slices"
	"strings"
)

// ends are words behind which the direct object of a verb is over: prepositions,
// conjunctions and adverbs.
var ends = []string{
	"with", "on", "at", "by", "from", "in", "inside", "into", "to", "near", "of", "for", "as", "via", "using", "through", "under", "against", "without", "over", "up", "down", "off", "behind", "between", "like",
	"so", "if", "when", "while", "before", "after", "until", "once", "that", "which", "because", "unless", "then", "and", "or", "+", "&", "/", "-", "–", "—", "→", "->", "=", "is", "are", "not", "named", "called", "listening",
	"locally", "again", "now", "first", "twice", "yourself", "manually", "fresh", "there", "here", "anew", "back", "too", "separately", "beforehand", "afterwards", "normally",
}

// holders are words that stand for the thing before them: "the docker stack".
var holders = []string{"stack", "stacks", "instance", "instances", "process", "processes", "cluster", "compose", "engine", "app", "application", "serve", "dev"}

// lists are words behind "from" or "on" that show a thing as something of what was built:
// "start a container from the list".
var lists = []string{"page", "tab", "list", "sidebar", "section", "screen", "panel", "view", "header", "card", "picker", "dropdown"}

// object is the direct object that words behind a verb begin with, with its articles.
// There is none where what follows is said of how or where: "start with the API section",
// "start typing".
func object(words []word) []word {
	if len(words) == 0 || isActing(words[0].text) {
		return nil
	}
	for i, w := range words {
		if w.code || slices.Contains(ends, w.text) || strings.ContainsAny(w.text, ":/") || isDigit(w.text[0]) {
			return words[:i]
		}
	}
	return words
}

// isActing reports whether a word is a verb in -ing that another one leads to: "start
// typing". Some say how a thing is: "stop running containers".
func isActing(text string) bool {
	return strings.HasSuffix(text, "ing") && !slices.Contains([]string{"running", "existing", "remaining", "staging", "testing"}, text)
}

// isObject reports whether the direct object that words begin with is one of things, and
// nothing that a screen lists.
func isObject(words []word, things []string) bool {
	named := object(words)
	n := len(named)
	if n == 0 || named[n-1].quoted || isListed(words[n:]) {
		return false
	}
	return endsIn(named, things) || slices.Contains(holders, named[n-1].text) && endsIn(named[:n-1], things)
}

// endsIn reports whether one of things, each of one or two words, ends words: the last one
// decides what they name, so that "the database migrations" are no database.
func endsIn(words []word, things []string) bool {
	for i := max(0, len(words)-2); i < len(words); i++ {
		for _, thing := range things {
			if rest, is := after(words[i:], thing); is && len(rest) == 0 {
				return true
			}
		}
	}
	return false
}

// isListed reports whether words behind a thing say that it is one of what was built.
func isListed(behind []word) bool {
	const near = 6
	return len(behind) > 0 && !behind[0].code && slices.Contains([]string{"from", "on"}, behind[0].text) &&
		hasAny(behind[1:min(len(behind), 1+near)], lists, false)
}
