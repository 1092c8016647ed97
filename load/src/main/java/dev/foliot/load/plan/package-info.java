/** Plans of loads in files that people write. */
@NullMarked
package dev.foliot.load.plan;

import org.jspecify.annotations.NullMarked;
