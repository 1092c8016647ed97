/** What every page is made of: sections, blocks, tables, foreign text, and the templates. */
@NullMarked
package dev.foliot.report.page;

import org.jspecify.annotations.NullMarked;
