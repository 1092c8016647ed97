/** What a watch has seen of a JVM in a time. */
@NullMarked
package dev.foliot.judgement.watch;

import org.jspecify.annotations.NullMarked;
