/**
 * The targets of the proofs. No build compiles it: the proofs do, for JDK 17, against libraries
 * that were fetched for them.
 */
package dev.foliot.checks.targets;
