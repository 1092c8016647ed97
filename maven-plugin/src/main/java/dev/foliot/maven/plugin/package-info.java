/**
 * Foliot's commands as goals of Maven.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.maven.plugin;

import org.jspecify.annotations.NullMarked;
