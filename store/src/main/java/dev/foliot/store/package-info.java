/** The records of every schema and their files. */
@NullMarked
package dev.foliot.store;

import org.jspecify.annotations.NullMarked;
