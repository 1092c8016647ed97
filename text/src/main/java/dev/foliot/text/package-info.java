/**
 * Texts for people: reasons made from codes, numbers with units, foreign text made safe.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.text;

import org.jspecify.annotations.NullMarked;
