/** What JLBH reports beside a run of the same program. */
@NullMarked
package dev.foliot.store.beside;

import org.jspecify.annotations.NullMarked;
