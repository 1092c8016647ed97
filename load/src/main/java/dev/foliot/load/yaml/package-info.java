/** Reads files in YAML from untrusted writers, and reports each error with its line. */
@NullMarked
package dev.foliot.load.yaml;

import org.jspecify.annotations.NullMarked;
