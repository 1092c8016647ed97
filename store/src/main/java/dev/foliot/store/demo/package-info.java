/** The results of a demo. */
@NullMarked
package dev.foliot.store.demo;

import org.jspecify.annotations.NullMarked;
