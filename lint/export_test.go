package lint

// Corpus gives inputs of every kind to tests of those who print findings.
var Corpus = corpus
