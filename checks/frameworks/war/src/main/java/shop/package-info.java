/** A service that waits, as a servlet. */
package shop;
