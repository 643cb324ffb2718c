//go:build !linux && !darwin

package disk

func copyExtra(string, string, bool) {}
