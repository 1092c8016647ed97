/** What a running load shows: a full screen, and a page. */
@NullMarked
package dev.foliot.cli.live;

import org.jspecify.annotations.NullMarked;
