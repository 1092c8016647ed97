/** Texts for people: reasons made from codes, numbers with units, foreign text made safe. */
@NullMarked
package dev.foliot.text;

import org.jspecify.annotations.NullMarked;
