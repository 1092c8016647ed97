/** The sections of the page of a store's history. */
@NullMarked
package dev.foliot.report.history;

import org.jspecify.annotations.NullMarked;
