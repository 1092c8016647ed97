/** A service that waits, on Quarkus. */
package shop;
