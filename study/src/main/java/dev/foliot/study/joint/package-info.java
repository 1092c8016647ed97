/** What several studies answer together. */
@NullMarked
package dev.foliot.study.joint;

import org.jspecify.annotations.NullMarked;
