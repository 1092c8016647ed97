/** What a demo showed. */
@NullMarked
package dev.foliot.store.demo;

import org.jspecify.annotations.NullMarked;
