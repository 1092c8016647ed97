/** Load tests as they are stored, and what must hold in them. */
@NullMarked
package dev.foliot.judgement.load;

import org.jspecify.annotations.NullMarked;
