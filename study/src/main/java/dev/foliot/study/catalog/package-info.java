/** The list of studies. */
@NullMarked
package dev.foliot.study.catalog;

import org.jspecify.annotations.NullMarked;
