/** The config file: read once into immutable records, or refused with every problem at once. */
package dev.tributary.config;
