/** What a load tool reports beside what users waited. */
@NullMarked
package dev.foliot.judgement.audit;

import org.jspecify.annotations.NullMarked;
