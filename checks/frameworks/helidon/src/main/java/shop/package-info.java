/** A service that waits, on Helidon. */
package shop;
