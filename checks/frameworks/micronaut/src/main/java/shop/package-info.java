/** A service that waits, on Micronaut. */
package shop;
