/** Tests of the goals, with a shell script in the place of {@code foliot}. */
@NullMarked
package dev.foliot.maven.plugin;

import org.jspecify.annotations.NullMarked;
