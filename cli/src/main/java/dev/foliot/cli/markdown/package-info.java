/** Results as Markdown, for comments and summaries of jobs. */
@NullMarked
package dev.foliot.cli.markdown;

import org.jspecify.annotations.NullMarked;
