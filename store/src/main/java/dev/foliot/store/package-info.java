/** The schemas of all records, and their files. */
@NullMarked
package dev.foliot.store;

import org.jspecify.annotations.NullMarked;
